import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()

/** Tables exempt from the audit log, with the reason. All others are audited. */
const unwatched: Record<string, readonly string[]> = {
  'append-only log': [
    'audit_log',
    'consents',
    'consent_texts',
    'opportunity_stage_history',
    'cookie_choices',
    'bulk_changes',
    'contact_requests',
    'cancellation_requests',
    'signups',
    'product_waitlist',
    'newsletter_requests',
    'review_authors',
    'review_edits',
    'review_requests',
    'privacy_events',
    'imports',
    'import_rows',
    'exports',
    'unsubscribe_reasons',
    'page_variants',
    'domain_events',
    'event_failures',
  ],
  'has its own revision history': [
    'pages',
    'page_versions',
    'posts',
    'post_revisions',
    'post_slugs',
    'post_authors',
    'post_categories',
    'post_previews',
    'component_template_versions',
    'legal_texts',
    'legal_versions',
    'legal_claims',
    'automation_versions',
    'product_slugs',
  ],
  'written by the system': [
    'bio_clicks',
    'page_views',
    'page_view_salts',
    'page_outcomes',
    'not_found_log',
    'answer_ratings',
    'cancellation_receipts',
    'campaign_recipients',
    'messages',
    'scheduled_messages',
    'message_anchors',
    'message_contexts',
    'automation_runs',
    'automation_run_steps',
    'automation_list_members',
    'received_messages',
    'sender_domains',
    'slot_holds',
    'appointment_links',
    'calendar_feeds',
    'duplicate_pairs',
    'preference_links',
    'review_links',
    'owner_invitations',
    'email_kinds',
    'calendar_connections',
    'notifications',
    'name_words',
    'event_cursors',
    'order_links',
    'payment_attempts',
    'payment_notices',
    'reconciliations',
  ],
  'written with its parent, which is audited': ['schedule_rules', 'schedule_overrides', 'appointment_attendees'],
  'personal preference': ['notification_preferences', 'mail_preferences', 'snoozes', 'subscriptions'],
  'public content': [
    'bio_links',
    'bio_pages',
    'pictures',
    'reviews',
    'review_photos',
    'trust_figures',
    'redirects',
    'seo_overrides',
    'campaigns',
    'message_templates',
    'message_template_versions',
  ],
}

test('every table is audited or listed as exempt', async () => {
  const bare = await db.sql<{ table: string }>(`
    select relname as table from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit_update') order by 1`)
  expect(
    bare.map(({ table }) => table),
    'add it to audit.tables.sql, or here',
  ).toEqual(Object.values(unwatched).flat().sort())
})
