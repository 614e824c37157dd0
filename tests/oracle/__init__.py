"""Independent answers that Ranvier is compared with."""
