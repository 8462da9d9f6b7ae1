"""What things cost."""

ceiling = 100


def scale(limit, factor):
    """The factor, but never above the ceiling or the limit."""
    return min(limit, factor, ceiling)


def total(prices):
    return sum(scale(100, price) for price in prices)
