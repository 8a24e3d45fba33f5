"""The faithful port of the MarMSX listing, BASIC line by BASIC line."""
