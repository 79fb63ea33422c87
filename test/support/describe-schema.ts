import type { Client } from "pg";

/** Describes all tables, columns, constraints, indexes, functions and triggers of a database as sorted lines. */
export async function describeSchema(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select format('column %s.%s %s %s %s', c.table_name, c.column_name, c.udt_name, c.is_nullable,
       c.column_default) as line
     from information_schema.columns c where c.table_schema = 'public'
     union all
     select format('constraint %s %s %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
     from pg_constraint c where c.connamespace = 'public'::regnamespace and c.conrelid <> 0
     union all
     select format('index %s valid: %s', pg_get_indexdef(i.indexrelid), i.indisvalid)
     from pg_index i join pg_class t on t.oid = i.indrelid
     where t.relnamespace = 'public'::regnamespace
     union all
     select 'function ' || pg_get_functiondef(p.oid)
     from pg_proc p where p.pronamespace = 'public'::regnamespace
       -- Functions of an extension are its own.
       and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     union all
     select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t where not t.tgisinternal
     order by line`,
  );
  return rows.map(({ line }) => line);
}
