import type { Sql, Tx } from '../room.ts'

/** What protects the database: a description of each object, by name. */
export type Guards = Readonly<Record<string, string>>

/**
 * Reads every current guard: owners and rights, triggers, policies, constraints, functions, views. Role names of a
 * database appear as `bolsillo_app_N`, without its number.
 */
export async function readGuards(sql: Sql): Promise<Guards> {
  return await sql.begin('isolation level repeatable read read only', readGuardsIn)
}

/** The same, as a transaction sees them. */
export async function readGuardsIn(tx: Tx): Promise<Guards> {
  // How definitions are written out depends on these.
  await tx`select set_config('search_path', 'public', true), set_config('quote_all_identifiers', 'off', true)`
  const rows = await Promise.all([...lists.map((list) => tx.unsafe<Row[]>(list)), readRoles(tx)])
  const nameOf = (text: string): string => text.replaceAll(/\bbolsillo_(app|migrator)_\d+\b/g, 'bolsillo_$1_N')
  return Object.fromEntries(
    rows
      .flat()
      .map(({ object, state }) => [nameOf(object), nameOf(state)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

interface Row {
  readonly object: string
  readonly state: string
}

/** The rights an ACL grants to roles besides the owner; a star marks the grant option. */
const grants = (acl: string, kind: string, owner: string): string => `coalesce((
  select string_agg(who || '=' || rights, '; ' order by who) from (
    select case grantee when 0 then 'public' else pg_get_userbyid(grantee)::text end as who,
      string_agg(lower(privilege_type) || case when is_grantable then '*' else '' end, ',' order by privilege_type) as rights
    from aclexplode(coalesce(${acl}, acldefault(${kind}, ${owner}))) where grantee <> ${owner} group by grantee) as granted),
  'nobody')`

const inPublic = (column: string): string => `${column} = 'public'::regnamespace`

// Constant texts: nothing in them comes from outside.
const lists: readonly string[] = [
  // Tables, views, sequences; other kinds are listed too, so that no object can be added unnoticed.
  `select case relkind when 'v' then 'view ' when 'S' then 'sequence ' when 'r' then 'table ' else 'relation ' end || relname as object,
    'owner ' || pg_get_userbyid(relowner)
      || case when relkind in ('r', 'v') and relrowsecurity then '; row security' else '' end
      || case when relforcerowsecurity then ' forced' else '' end
      || coalesce('; ' || (select string_agg(option, ',' order by option) from unnest(reloptions) as option
        where option like 'security%' or option like 'check%'), '')
      || '; granted ' || ${grants('relacl', "(case relkind when 'S' then 's' else 'r' end)::\"char\"", 'relowner')}
      || case when relkind = 'v' then '; ' || encode(sha256(convert_to(pg_get_viewdef(oid), 'UTF8')), 'hex') else '' end as state
  from pg_class where ${inPublic('relnamespace')} and relkind not in ('i', 'I', 't', 'c')`,
  `select 'column ' || relname || '.' || attname as object,
    'granted ' || ${grants('attacl', "'c'", 'relowner')} as state
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where ${inPublic('relnamespace')} and attnum > 0 and not attisdropped and attacl is not null and cardinality(attacl) > 0`,
  `select 'trigger ' || tgname || ' on ' || relname as object,
    case tgenabled when 'O' then 'on' when 'D' then 'disabled' else 'only with replication' end || '; '
      || pg_get_triggerdef(pg_trigger.oid) as state
  from pg_trigger join pg_class on pg_class.oid = tgrelid where ${inPublic('relnamespace')} and not tgisinternal`,
  // A foreign key is enforced by system triggers, which the table's owner can disable.
  `select 'constraint ' || conname || coalesce(' on ' || relname, '') as object,
    case when not convalidated then 'not validated; ' when not conenforced then 'not enforced; '
      when exists (select from pg_trigger where tgconstraint = con.oid and tgenabled <> 'O') then 'disabled; ' else '' end
      || pg_get_constraintdef(con.oid) as state
  from pg_constraint as con left join pg_class on pg_class.oid = conrelid
  where ${inPublic('connamespace')} and contype <> 'n'`,
  `select 'unique index ' || index.relname as object,
    case when indisvalid and indisready then '' else 'not valid; ' end || pg_get_indexdef(indexrelid) as state
  from pg_index join pg_class as index on index.oid = indexrelid
  where ${inPublic('index.relnamespace')} and indisunique
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`,
  `select 'policy ' || polname || ' on ' || relname as object,
    case polcmd when '*' then 'all' when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' else 'delete' end
      || case when polpermissive then '' else ' restrictive' end || ' to '
      || (select string_agg(case role when 0 then 'public' else pg_get_userbyid(role)::text end, ',' order by role::regrole::text)
        from unnest(polroles) as role)
      || coalesce(' using ' || pg_get_expr(polqual, polrelid), '')
      || coalesce(' with check ' || pg_get_expr(polwithcheck, polrelid), '') as state
  from pg_policy join pg_class on pg_class.oid = polrelid where ${inPublic('relnamespace')}`,
  `select 'function ' || proname || '(' || pg_get_function_identity_arguments(oid) || ')' as object,
    'owner ' || pg_get_userbyid(proowner) || case when prosecdef then '; security definer' else '' end
      || coalesce('; ' || array_to_string(proconfig, ', '), '')
      || '; granted ' || ${grants('proacl', "'f'", 'proowner')} || '; '
      || encode(sha256(convert_to(case prokind when 'a' then prosrc else pg_get_functiondef(oid) end, 'UTF8')), 'hex') as state
  from pg_proc where ${inPublic('pronamespace')}`,
  `select 'rule ' || rulename || ' on ' || relname as object,
    case ev_enabled when 'O' then '' else 'disabled; ' end || pg_get_ruledef(pg_rewrite.oid) as state
  from pg_rewrite join pg_class on pg_class.oid = ev_class where ${inPublic('relnamespace')} and rulename <> '_RETURN'`,
  `select 'type ' || typname as object, 'owner ' || pg_get_userbyid(typowner) as state
  from pg_type as type where ${inPublic('typnamespace')} and typcategory <> 'A'
    and not exists (select from pg_class where oid = typrelid and relkind <> 'c')`,
  `select 'operator ' || oid::regoperator::text as object, 'there' as state from pg_operator where ${inPublic('oprnamespace')}
  union all select 'cast ' || castsource::regtype || ' to ' || casttarget::regtype, 'there' from pg_cast where oid >= 16384
  union all select 'event trigger ' || evtname, case evtenabled when 'D' then 'disabled' else 'on' end from pg_event_trigger
  union all select 'extension ' || extname, 'there' from pg_extension
  union all select 'default rights of ' || pg_get_userbyid(defaclrole), defaclacl::text from pg_default_acl
  union all select 'schema ' || nspname, 'granted ' || ${grants('nspacl', "'n'", 'nspowner')} from pg_namespace
    where nspname !~ '^pg_' and nspname <> 'information_schema'
  union all select 'database', 'granted ' || ${grants('datacl', "'d'", 'datdba')} from pg_database
    where datname = current_database()`,
]

/** The roles of this database: their attributes and memberships. */
async function readRoles(tx: Tx): Promise<readonly Row[]> {
  return await tx<Row[]>`
    with own as (
      select oid, rolname::text as name from pg_roles
      where rolname in ('bolsillo_app', 'bolsillo_ledger', 'bolsillo_everyone', 'bolsillo_customer')
        or oid = (select relowner from pg_class where oid = to_regclass('public.migration'))
        or (rolname like 'bolsillo\\_app\\_%' and has_database_privilege(oid, current_database(), 'connect')))
    select 'role ' || name as object,
      concat_ws('; ', case when rolcanlogin then 'logs in' end, case when rolsuper then 'superuser' end,
        case when rolbypassrls then 'bypasses row security' end, case when rolcreaterole then 'makes roles' end,
        case when rolcreatedb then 'makes databases' end, case when rolreplication then 'replicates' end,
        'is ' || coalesce((
          select string_agg(pg_get_userbyid(roleid) || case when inherit_option then '' else ' (not inherited)' end
            || case when set_option then '' else ' (not taken on)' end, ',' order by roleid::regrole::text)
          from pg_auth_members where member = own.oid), 'itself'),
        (select string_agg(setting, ',' order by setting) from pg_db_role_setting, unnest(setconfig) as setting
          where setrole = own.oid)) as state
    from own join pg_roles using (oid)
    union all
    -- Whoever else may act as one of them, besides the owner of the database.
    select 'member ' || pg_get_userbyid(member) || ' of ' || own.name, 'there' from pg_auth_members join own on own.oid = roleid
    where pg_get_userbyid(member) !~ '^bolsillo_(migrator|app)_[0-9]+$' and pg_get_userbyid(member) <> 'bolsillo_customer'
      and not pg_has_role(member, (select datdba from pg_database where datname = current_database()), 'member')
    union all
    select 'settings of the database', string_agg(setting, ',' order by setting) from pg_db_role_setting, unnest(setconfig) as setting
    where setrole = 0 and setdatabase in (0, (select oid from pg_database where datname = current_database()))
    having count(*) > 0
    union all
    -- What a connection begins with that decides whether guards are asked at all, and which.
    select 'settings of the server', string_agg(name || '=' || reset_val, '; ' order by name) from pg_settings
    where name in ('row_security', 'search_path', 'session_replication_role')`
}
