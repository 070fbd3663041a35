-- Nothing: keeps the number.
select 1;
