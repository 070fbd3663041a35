-- The journal is looked through by what was done as well.
create index audit_record_of_action on audit_record (action, seq);
