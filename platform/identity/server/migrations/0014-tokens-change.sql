-- The token of a session is another one after the login password was changed in it.
grant update (token_hash) on customer_session to bolsillo_app;
