/* Cents after some years; the rate is in hundredths of a percent. */
long savings(long balance, int rate, int years) {
  for (int year = 0; year < years; year++) {
    long interest = (balance * rate + 5000) / 10000;
    balance += interest;
  }
  return balance;
}
