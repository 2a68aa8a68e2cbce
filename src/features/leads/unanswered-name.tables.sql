-- The rule covers messages of the portal beside requests of the site. A name that the owner wrote stays.
update message_contexts set label = 'פנייה' where type = 'contact_request' and label = 'פנייה מהאתר';
update message_rules set name = 'פנייה מהאתר או הודעה באזור האישי שעוד לא נענתה'
where key = 'contact_request.unanswered' and name = 'פנייה מהאתר שעוד לא נענתה';
