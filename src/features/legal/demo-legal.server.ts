// Legal pages of the demo: the default texts, published with obviously invented business details.
import type { Db } from '#kernel/postgres/transaction.ts'

/**
 * Publishes the legal pages with their historical dates. Requires the demo's business profile. `db` is a connection of
 * the database owner.
 */
export async function seedDemoLegal(db: Db) {
  await db.query(
    `insert into legal_settings (retention_process_months, retention_lead_months, accessibility_updated_on, physical_accessibility, is_demo)
     values (24, 12, '2025-09-01',
       'השירות ניתן מרחוק, בשיחת וידאו או בטלפון. פגישה פרונטלית נקבעת במקום שנגיש למי שמגיעים אליה.', true)`,
  )
  await db.query(
    `insert into legal_versions (text_key, number, updated_line, body, facts, note, published_at, is_demo)
     select key, 1, updated_line, body, legal_facts(), 'הנוסח הראשון',
       case key when 'terms' then timestamptz '2024-01-01 10:00+02' else '2025-09-01 10:00+03' end, true
     from legal_texts`,
  )
}

/** Removes the demo's versions and business details, except those that users published or edited since. */
export async function removeDemoLegal(db: Db) {
  await db.query('delete from legal_versions where is_demo')
  await db.query('delete from legal_settings where is_demo')
}
