-- For the inbox: the latest replies to all forms.
create index form_submissions_completed on form_submissions (completed_at desc, id) where status = 'complete';
