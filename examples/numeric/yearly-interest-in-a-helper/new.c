static long interestOf(long balance, int rate) {
  return (balance * rate + 5000) / 10000;
}

/* Cents after some years; the rate is in hundredths of a percent. */
long savings(long balance, int rate, int years) {
  while (years > 0) {
    balance = balance + interestOf(balance, rate);
    --years;
  }
  return balance;
}
