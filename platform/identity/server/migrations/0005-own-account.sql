-- What a customer may want to be called; never shown to other customers.
alter table customer add column nickname text;
-- Whether new issues are subscribed to by themselves, and up to how much of each (minor units of pesos). Off by default.
alter table customer add column auto_apply boolean not null default false;
alter table customer add column auto_apply_cap bigint check (auto_apply_cap > 0);
alter table customer add constraint customer_auto_apply_has_cap check (not auto_apply or auto_apply_cap is not null);
grant update (nickname, auto_apply, auto_apply_cap) on customer to bolsillo_app;
