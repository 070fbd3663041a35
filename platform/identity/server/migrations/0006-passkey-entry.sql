-- Challenges of a sign-in with a passkey that were answered, until they would have run out: each is good once. Those that
-- were only asked for are not here: they carry our own mark, so that asking costs no row.
create table passkey_entry_used (
  nonce text primary key,
  until bigint not null
);
create index passkey_entry_used_old on passkey_entry_used (until);
grant select, insert, delete on passkey_entry_used to bolsillo_app;
