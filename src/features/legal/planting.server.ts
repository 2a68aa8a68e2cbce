// The demo's legal pages: the words that every installation begins with, published, over facts that are visibly invented.
import type { Db } from '#kernel/postgres/as-role.ts'

/** Publishes them as of the days they name. The profile of the demo business has to be there. `db` is of the owner of the database. */
export async function plantDemoLegal(db: Db) {
  await db.query(
    `update legal_settings set retention_process_months = 24, retention_lead_months = 12, accessibility_updated_on = '2025-09-01',
       physical_accessibility = 'השירות ניתן מרחוק, בשיחת וידאו או בטלפון. פגישה פרונטלית נקבעת במקום שנגיש למי שמגיעים אליה.',
       is_demo = true`,
  )
  await db.query(
    `insert into legal_versions (text_key, number, updated_line, body, facts, note, published_at, is_demo)
     select key, 1, updated_line, body, legal_facts(), 'הנוסח הראשון',
       case key when 'terms' then timestamptz '2024-01-01 10:00+02' else '2025-09-01 10:00+03' end, true
     from legal_texts`,
  )
}

/** Takes them out again. Words that somebody published since stay, and so do facts that somebody filled in. */
export async function unplantDemoLegal(db: Db) {
  await db.query('delete from legal_versions where is_demo')
  await db.query(
    `update legal_settings set retention_process_months = null, retention_lead_months = null, accessibility_updated_on = null,
       physical_accessibility = null, is_demo = false
     where is_demo`,
  )
}
