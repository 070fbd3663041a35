-- Authorisations are trading's now, for every product. Those that were open last some minutes, and are asked for again.
drop table order_authorisation;
