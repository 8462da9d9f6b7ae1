"""What a check says: findings, their codes and pages, and the verdict. Values only."""
