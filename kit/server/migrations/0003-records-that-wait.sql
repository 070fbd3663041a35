-- Records of the audit wait for their numbers in the journal like acts of rows (decision 74): `key` is the number of the
-- record, `payload` what was recorded. Once, an act says where the chain of records ended that earlier versions kept.
alter table act_queue add column payload text;
alter table act_queue drop constraint act_queue_check;
alter table act_queue add constraint act_queue_says_one_thing check (
  (kind in ('row-kept', 'audit-head')) = (commitment is not null) and (kind = 'audit') = (payload is not null)
);
