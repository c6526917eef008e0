"""The scope engine: pure, standard library and `packaging` only, without a framework or a clock.

A scope says which requests a disclosure covers; a question says what is known of one request; the
engine answers with a three-valued verdict and a reason for each condition.
"""
