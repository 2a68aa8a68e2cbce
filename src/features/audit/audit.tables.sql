-- What is watched: everything that people write about people, sales, the team and the business.
-- Not here: what machines note (views, mails sent, matches), and what keeps versions of its own (pages, posts, legal texts).
do $$
declare
  watched text[];
begin
  foreach watched slice 1 in array array[
    ['contacts', 'id'], ['contact_points', 'id'], ['households', 'id'], ['contact_tags', 'contact_id,tag_id'], ['tags', 'id'],
    ['custom_field_defs', 'id'], ['files', 'id'], ['saved_views', 'id'], ['merges', 'id'],
    ['opportunities', 'id'], ['pipelines', 'id'], ['pipeline_stages', 'id'], ['lost_reasons', 'id'], ['tasks', 'id'],
    ['process_templates', 'id'], ['process_stages', 'id'], ['client_processes', 'id'], ['process_stage_instances', 'id'],
    ['products', 'id'], ['prices', 'id'], ['enrolments', 'id'],
    ['user_roles', 'user_id,role'], ['staff_profiles', 'user_id'], ['staff_invitations', 'id'], ['team_rules', 'id'], ['handovers', 'id'], ['business_profiles', 'user_id'], ['mailing_lists', 'id'], ['message_settings', 'id'],
    ['email_texts', 'kind'], ['legal_settings', 'is_only'], ['seo_settings', 'is_only'], ['tracking_settings', 'is_only'],
    ['suppressions', 'value_hash,channel,reason']
  ] loop
    perform public.audit_table(watched[1]::regclass, watched[2]);
  end loop;
  -- A new line of a timeline is itself the note of what happened.
  perform public.audit_table('public.activities');
  drop trigger audit_insert on public.activities;
end
$$;
