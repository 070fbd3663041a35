-- What is followed is one list of all products, and the market's (its migration 0002 has taken the rows over).
drop table stock_follow;
