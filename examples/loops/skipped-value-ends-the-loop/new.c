/* The sum of all deposits; negative ones are withdrawals. */
int sumOfDeposits(const int *bookings, int n) {
  int sum = 0;
  for (int i = 0; i < n && bookings[i] >= 0; i++)
    sum += bookings[i];
  return sum;
}
