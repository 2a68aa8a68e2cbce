// Who may do what with every table, written by hand: a change here is a change of what people may see.
import type { Access } from './actors.ts'

export const expected: Record<string, Access> = {
  // People, what is known of them and what happened with them
  contacts: { select: 'people coach~ clients~', insert: 'people coach~', update: 'people coach~', delete: 'managers' },
  contact_points: {
    select: 'people coach~ clients~',
    insert: 'people coach~',
    update: 'people coach~',
    delete: 'managers',
  },
  households: { select: 'people coach~', insert: 'people coach', update: 'people coach~', delete: 'managers' },
  activities: {
    select: 'people coach~',
    insert: 'people~ coach~',
    update: 'sales~ coach~ owner~',
    delete: 'managers~',
  },
  contact_requests: { select: 'people coach~' },
  contact_tags: { select: 'people coach~', insert: 'people coach~', delete: 'people coach~' },
  tags: { select: 'people coach', insert: 'people coach', update: 'managers', delete: 'managers' },
  files: { select: 'people coach~', insert: 'people coach~', update: 'managers' },
  custom_field_defs: { select: 'staff', insert: 'managers', update: 'managers' },
  consents: { select: 'people coach~ clients~' },
  consent_texts: { select: 'everybody', insert: 'managers' },

  // Sales and tasks
  pipelines: { select: 'staff', insert: 'managers', update: 'managers', delete: 'managers' },
  pipeline_stages: { select: 'staff', insert: 'managers', update: 'managers', delete: 'managers' },
  lost_reasons: { select: 'staff', insert: 'managers', update: 'managers', delete: 'managers' },
  opportunities: { select: 'people coach~', insert: 'people coach~', update: 'people coach~', delete: 'managers' },
  opportunity_stage_history: { select: 'people coach~' },
  tasks: {
    select: 'managers content~ sales~ coach~ clients~',
    insert: 'staff~',
    update: 'managers content~ sales~ coach~',
    delete: 'managers',
  },
  snoozes: { select: 'staff~ clients~', insert: 'staff~', update: 'staff~', delete: 'staff~ clients~' },
  name_words: {},
  saved_views: { select: 'staff~', insert: 'staff', update: 'staff~', delete: 'staff~' },
  bulk_changes: { select: 'staff~ managers', insert: 'staff', update: 'staff~ managers' },

  // What clients go through
  process_templates: { select: 'staff clients~', insert: 'managers', update: 'managers', delete: 'managers' },
  process_stages: { select: 'staff clients~', insert: 'managers', update: 'managers', delete: 'managers' },
  client_processes: {
    select: 'people coach~ clients~',
    insert: 'people coach~',
    update: 'managers coach~',
    delete: 'managers',
  },
  process_stage_instances: {
    select: 'people coach~ clients~',
    insert: 'people coach~',
    update: 'managers coach~',
    delete: 'managers',
  },

  // What is sold
  products: { select: 'staff', insert: 'site', update: 'site', delete: 'managers' },
  product_slugs: { select: 'staff' },
  prices: { select: 'staff', insert: 'managers', update: 'managers', delete: 'managers' },
  enrolments: { select: 'people coach~', insert: 'people', update: 'people', delete: 'people' },
  product_waitlist: { select: 'people coach~', update: 'people', delete: 'people' },
  signups: { select: 'people coach~' },
  cancellation_requests: { select: 'people' },

  // Who works here, and the business itself
  user_roles: {
    select: 'managers content~ sales~ coach~ clients~',
    insert: 'admin~ owner',
    update: 'admin~ owner',
    delete: 'admin~ owner',
  },
  owner_invitations: {},
  staff_profiles: { select: 'staff', insert: 'staff~', update: 'staff~' },
  staff_invitations: { select: 'managers', update: 'admin~ owner' },
  team_rules: { select: 'stranger clients staff', update: 'owner' },
  handovers: { select: 'managers' },
  business_profiles: { select: 'staff~ clients~', insert: 'staff~ clients~', update: 'staff~ clients~' },
  calendar_connections: { select: 'staff~ clients~' },
  notifications: { select: 'staff~ clients~', update: 'staff~ clients~', delete: 'staff~ clients~' },
  notification_preferences: { select: 'staff~ clients~', insert: 'staff~ clients~', update: 'staff~ clients~' },
  cookie_choices: { select: 'managers content~ sales~ coach~ clients~' },

  // Mail
  email_kinds: { select: 'managers' },
  email_texts: { select: 'managers', insert: 'managers', update: 'managers', delete: 'managers' },
  mailing_lists: { select: 'site', insert: 'managers', update: 'managers' },
  subscriptions: { select: 'people coach~' },
  newsletter_requests: { select: 'managers' },
  mail_preferences: { select: 'managers' },
  preference_links: {},
  suppressions: { select: 'people', insert: 'managers', delete: 'managers' },
  unsubscribe_reasons: { select: 'site' },
  message_settings: { select: 'site', update: 'managers' },
  messages: { select: 'people coach~' },
  scheduled_messages: { select: 'people coach~' },
  campaigns: { select: 'site', insert: 'site', update: 'managers content~', delete: 'managers~' },
  campaign_recipients: { select: 'managers' },

  // The site
  pages: { select: 'site anon~ stranger~ sales~ coach~ clients~' },
  page_versions: { select: 'site anon~ stranger~ sales~ coach~ clients~' },
  pictures: { select: 'everybody' },
  bio_pages: { select: 'everybody', update: 'site' },
  bio_links: { select: 'site anon~ stranger~ sales~ coach~ clients~', insert: 'site', update: 'site', delete: 'site' },
  bio_clicks: { select: 'site' },
  reviews: { select: 'site', insert: 'site', update: 'site', delete: 'managers' },
  review_authors: { select: 'managers' },
  trust_figures: { select: 'everybody', insert: 'site', update: 'site', delete: 'site' },
  posts: { select: 'site anon~ stranger~ sales~ coach~ clients~', update: 'site' },
  post_revisions: { select: 'site anon~ stranger~ sales~ coach~ clients~' },
  post_slugs: { select: 'site anon~ stranger~ sales~ coach~ clients~' },
  post_authors: { select: 'everybody', insert: 'site', update: 'site', delete: 'site' },
  post_categories: { select: 'everybody', insert: 'site', update: 'site', delete: 'site' },
  post_previews: { select: 'site' },
  legal_texts: { select: 'site', update: 'site' },
  legal_versions: { select: 'everybody' },
  legal_settings: { select: 'staff', insert: 'managers', update: 'managers' },
  legal_claims: { select: 'everybody', insert: 'managers', delete: 'managers' },

  // How the site is found and read
  redirects: { select: 'site', insert: 'site', update: 'site', delete: 'site' },
  not_found_log: { select: 'site', delete: 'site' },
  seo_overrides: { select: 'site', insert: 'site', update: 'site', delete: 'site' },
  seo_settings: { select: 'site', insert: 'site', update: 'site' },
  tracking_settings: { select: 'everybody', insert: 'managers', update: 'managers', delete: 'managers' },
  page_views: { select: 'site' },
  page_view_salts: {},
}
