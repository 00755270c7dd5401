/* Interest on a balance, in cents. */

/* A twentieth of it a year; debts cost twice as much. */
long interest(long balance) {
  long amount = balance / 20;
  if (balance < 0)
    amount = balance / 10;
  return amount;
}

/* What is gained in a year by somebody who saves and owes nothing. */
long gain(long savings) {
  if (savings < 0 || savings > 100000000)
    return 0;
  long gained = interest(savings);
  return gained;
}
