-- The token of a session of the console is another one after the second factor was given again in it.
grant update (token_hash) on operator_session to bolsillo_app;
