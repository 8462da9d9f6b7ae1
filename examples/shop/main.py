from shop.pricing import ceiling, total

print("total:", total([20, 130, 40]), "of at most", 3 * ceiling)
