import type { Sql, Tx } from '@bolsillo/server-kit'

/** One way to disarm a database, done to everything it can be done to. */
export interface GuardEdit {
  readonly what: string
  /** Lists statements, each with the guard that has to be named when it was done. */
  readonly list: string
}

const tables = "from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'"
const functions = "from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'"
const triggers = `from pg_trigger join pg_class on pg_class.oid = tgrelid
  where relnamespace = 'public'::regnamespace and not tgisinternal`
const functionName = "'function ' || proname || '(' || pg_get_function_identity_arguments(oid) || ')'"
const one = (object: string, statement: string): string =>
  `select '${object}' as object, $q$${statement}$q$ as statement`

/** What somebody who owns the database may do to let edits pass, besides editing. */
export const guardEdits: readonly GuardEdit[] = [
  {
    what: 'grant all of every table to the running server',
    list: `select 'table ' || relname as object, format('grant all on %I to bolsillo_app', relname) as statement ${tables}`,
  },
  {
    what: 'let everybody read every table',
    list: `select 'table ' || relname as object, format('grant select on %I to public', relname) as statement ${tables}`,
  },
  {
    what: 'let the running server edit a column of every table',
    list: `select 'column ' || relname || '.' || attname as object,
        format('grant references (%I) on %I to bolsillo_app', attname, relname) as statement
      from pg_class join pg_attribute on attrelid = pg_class.oid and attnum = 1 and not attisdropped
      where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  },
  {
    what: 'give every table to somebody else',
    list: `select 'table ' || relname as object, format('alter table %I owner to bolsillo_ledger', relname) as statement ${tables}`,
  },
  {
    what: 'switch every trigger off',
    list: `select 'trigger ' || tgname || ' on ' || relname as object,
      format('alter table %I disable trigger %I', relname, tgname) as statement ${triggers}`,
  },
  {
    what: 'let every trigger fire for replicas only',
    list: `select 'trigger ' || tgname || ' on ' || relname as object,
      format('alter table %I enable replica trigger %I', relname, tgname) as statement ${triggers}`,
  },
  {
    what: 'drop every trigger',
    list: `select 'trigger ' || tgname || ' on ' || relname as object,
      format('drop trigger %I on %I', tgname, relname) as statement ${triggers}`,
  },
  {
    what: 'put another text into every function',
    list: `select ${functionName} as object,
        replace(pg_get_functiondef(oid), '$function$', '$function$ ') as statement ${functions}
      and pg_get_functiondef(oid) like '%$function$%'`,
  },
  {
    what: 'turn every function into one of whoever calls it, or of its owner',
    list: `select ${functionName} as object,
      format('alter function %s security %s', oid::regprocedure, case when prosecdef then 'invoker' else 'definer' end) as statement
      ${functions}`,
  },
  {
    what: 'give every function another search path',
    list: `select ${functionName} as object,
      format('alter function %s set search_path = pg_temp, public', oid::regprocedure) as statement ${functions}`,
  },
  {
    what: 'give every function to the superuser',
    list: `select ${functionName} as object, format('alter function %s owner to current_user', oid::regprocedure) as statement
      ${functions}`,
  },
  {
    what: 'let everybody call every function that runs as the ledger',
    list: `select ${functionName} as object, format('grant execute on function %s to bolsillo_app with grant option',
      oid::regprocedure) as statement ${functions}`,
  },
  {
    what: 'drop every check',
    list: `select 'constraint ' || conname || ' on ' || relname as object,
        format('alter table %I drop constraint %I', relname, conname) as statement
      from pg_constraint join pg_class on pg_class.oid = conrelid
      where connamespace = 'public'::regnamespace and contype = 'c'`,
  },
  {
    what: 'switch every foreign key off',
    list: `select 'constraint ' || conname || ' on ' || relname as object,
        format('alter table %I disable trigger all', relname) as statement
      from pg_constraint join pg_class on pg_class.oid = conrelid
      where connamespace = 'public'::regnamespace and contype = 'f'`,
  },
  {
    what: 'drop every unique index',
    list: `select 'unique index ' || index.relname as object, format('drop index %I', index.relname) as statement
      from pg_index join pg_class as index on index.oid = indexrelid
      where index.relnamespace = 'public'::regnamespace and indisunique
        and not exists (select from pg_constraint where conindid = indexrelid)`,
  },
  {
    what: 'drop every policy',
    list: `select 'policy ' || polname || ' on ' || relname as object, format('drop policy %I on %I', polname, relname) as statement
      from pg_policy join pg_class on pg_class.oid = polrelid`,
  },
  {
    what: 'let everybody through every policy',
    list: `select 'policy ' || polname || ' on ' || relname as object,
        format('alter policy %I on %I to public using (1 = 1)', polname, relname) as statement
      from pg_policy join pg_class on pg_class.oid = polrelid`,
  },
  {
    what: 'turn row security on where it is off, and off where it is on',
    list: `select 'table ' || relname as object,
      format('alter table %I %s row level security', relname, case when relrowsecurity then 'disable' else 'enable' end) as statement
      ${tables}`,
  },
  {
    what: 'write every view anew',
    list: `select 'view ' || relname as object,
        format('create or replace view %I as select * from (%s) as was', relname, rtrim(pg_get_viewdef(oid), ';')) as statement
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'`,
  },
  { what: 'a new table', list: one('table side_book', 'create table side_book (amount bigint)') },
  {
    what: 'a new function that others find first',
    list: one('function sha256(bytes text)', "create function sha256(bytes text) returns bytea return ''::bytea"),
  },
  {
    what: 'a rule that swallows what is written',
    list: one('rule nothing on act_queue', 'create rule nothing as on insert to act_queue do instead nothing'),
  },
  { what: 'a schema beside ours', list: one('schema side', 'create schema side') },
  {
    what: 'a trigger on what is changed anywhere',
    list: one(
      'event trigger watch',
      `create function watch() returns event_trigger language plpgsql as 'begin end';
       create event trigger watch on ddl_command_end execute function watch(); alter event trigger watch disable`,
    ),
  },
  {
    what: 'rights on tables to come',
    list: one(
      'default rights of {owner}',
      'alter default privileges in schema public grant all on tables to bolsillo_app',
    ),
  },
  { what: 'let everybody in', list: one('database', 'grant connect on database {database} to public') },
  { what: 'let the server make tables', list: one('schema public', 'grant create on schema public to bolsillo_app') },
  {
    what: 'let the server be the ledger',
    list: one('role {app}', 'grant bolsillo_ledger to {login} with inherit true'),
  },
  { what: 'let the server read round row security', list: one('role {app}', 'alter role {login} bypassrls') },
  {
    what: 'let customers’ calls see everybody',
    list: one('role bolsillo_customer', 'grant bolsillo_everyone to bolsillo_customer'),
  },
  { what: 'make the server a superuser', list: one('role {app}', 'alter role {login} superuser') },
  {
    what: 'let the server look elsewhere first',
    list: one('role {app}', 'alter role {login} in database {database} set search_path = side, public'),
  },
  {
    what: 'let nobody in the database fire a trigger',
    list: one('settings of the database', 'alter database {database} set session_replication_role = replica'),
  },
  {
    what: 'let nobody on the server fire a trigger',
    list: one('settings of the database', 'alter role all set session_replication_role = replica'),
  },
]

/** The statements of one way, with what has to be named after each. */
export async function statementsOf(
  sql: Sql | Tx,
  { list }: GuardEdit,
): Promise<readonly { readonly object: string; readonly statement: string }[]> {
  return await sql.unsafe(list)
}
