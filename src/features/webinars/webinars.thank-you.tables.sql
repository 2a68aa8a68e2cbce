-- A short video of the thank-you page.
alter table webinars add column thank_you_video jsonb constraint webinar_thank_you_video_form check (thank_you_video ?& array['provider', 'ref']);
