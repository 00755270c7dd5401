/* Pastore et al. 2014, figure 2, written anew: how many products of a shop are available. */
#include <stddef.h>

struct product {
  int id; /* 0: nobody has filled it in */
  int in_catalog;
  int items;
  struct product *next;
};

struct shop {
  struct product *products;
};

static int notInitialized(struct product *prod) {
  return prod->id == 0;
}

int isAvailable(struct product *prod) {
  if (notInitialized(prod)) {
    return 0;
  }
  if (prod->items > 0) {
    return 1;
  }
  return 0;
}

long availableProducts(struct shop *data) {
  struct product *product = data->products;
  long total = 0;
  while (product != NULL) {
    int avail = isAvailable(product);
    total += avail;
    product = product->next;
  }
  return total;
}

/* Each argument but the first is a product that is in the catalogue: "count 3 0 7" has two that are available. */
int main(int argc, char **argv) {
  struct product made[8];
  struct shop shop = {NULL};
  for (int i = 2; i < argc && i < 10; i++) {
    struct product *prod = &made[i - 2];
    prod->id = i;
    prod->in_catalog = 1;
    prod->items = argv[i][0] - '0';
    prod->next = shop.products;
    shop.products = prod;
  }
  return (int)availableProducts(&shop);
}
