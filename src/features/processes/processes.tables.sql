-- Coaching processes: a template defines the stages, and a process is a client's instance of it.
create table process_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint template_name_length check (char_length(btrim(name)) between 1 and 120),
  description text not null default '' constraint template_description_length check (char_length(description) <= 2000),
  is_active boolean not null default true,
  -- Counted by publishing; families stay in the edition that they are in until they are moved.
  edition integer not null default 1,
  -- Null: a draft, whose stages can be edited and which no family is in.
  published_at timestamptz default now(),
  -- The published template that the draft will replace.
  draft_of uuid constraint draft_already_there unique references process_templates (id) on delete cascade,
  -- The template that replaced this edition, which is left for the families in it.
  version_of uuid references process_templates (id) on delete restrict,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint draft_not_active check (published_at is not null or not is_active),
  constraint earlier_edition_not_active check (version_of is null or (not is_active and published_at is not null)),
  constraint draft_not_published check (draft_of is null or published_at is null)
);
create index process_templates_version_of on process_templates (version_of);

create table process_stages (
  id uuid primary key default gen_random_uuid(),
  template_id uuid not null references process_templates (id) on delete cascade,
  -- The same stage in each edition of a template.
  lineage uuid not null default gen_random_uuid(),
  name text not null constraint stage_name_length check (char_length(btrim(name)) between 1 and 80),
  stage_order integer not null constraint stage_order_positive check (stage_order > 0),
  description text not null default '' constraint stage_description_length check (char_length(description) <= 2000),
  -- The activity of a stage, or its role in the process: templates use either.
  stage_type text not null constraint unknown_stage_type check (stage_type in (
    'meeting', 'form', 'task', 'document', 'payment', 'content', 'milestone',
    'discovery', 'plan', 'action', 'review', 'build', 'close')),
  goal text not null default '' constraint stage_goal_length check (char_length(goal) <= 300),
  -- The completion criterion, shown to client and coach.
  completion_rule text not null default '' constraint completion_rule_length check (char_length(completion_rule) <= 500),
  default_days integer constraint default_days_positive check (default_days > 0),
  is_skippable boolean not null default false,
  visible_to_client boolean not null default true,
  -- Tasks of the stage: [{ name, owner: client | coach | both, due_offset, minutes }].
  task_template jsonb not null default '[]' constraint task_template_is_a_list check (jsonb_typeof(task_template) = 'array'),
  version integer not null default 1,
  -- Deferred, so that stages can swap positions in one statement.
  constraint stage_order_taken unique (template_id, stage_order) deferrable,
  constraint stage_twice_in_template unique (template_id, lineage) deferrable
);

create table client_processes (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id) on delete cascade,
  household_id uuid references households (id) on delete set null,
  process_template_id uuid not null constraint template_in_use references process_templates (id),
  -- The template's version when the process started.
  template_version integer not null,
  status text not null default 'active' constraint unknown_status check (status in ('active', 'paused', 'completed', 'cancelled')),
  coach_id uuid references auth.users (id) on delete set null,
  started_on date not null default (now() at time zone 'Asia/Jerusalem')::date,
  target_end date,
  -- Set by the trigger set_completed_at.
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint ends_before_it_starts check (target_end >= started_on),
  constraint completed_has_its_time check ((status = 'completed') = (completed_at is not null))
);
create index client_processes_of_contact on client_processes (contact_id, status);
create index client_processes_household_id on client_processes (household_id);
create index client_processes_coach_id on client_processes (coach_id);
create index client_processes_process_template_id on client_processes (process_template_id);
create unique index already_on_this_way on client_processes (contact_id, process_template_id) where status = 'active';

create table process_stage_instances (
  id uuid primary key default gen_random_uuid(),
  client_process_id uuid not null references client_processes (id) on delete cascade,
  process_stage_id uuid not null constraint stage_in_use references process_stages (id),
  status text not null default 'locked'
    constraint unknown_status check (status in ('locked', 'active', 'waiting_client', 'waiting_coach', 'done', 'skipped')),
  opened_at timestamptz,
  due_on date,
  done_at timestamptz,
  -- No foreign key: the entry outlives the user.
  done_by uuid,
  -- From the coach to the client: shown to both.
  note text constraint note_length check (char_length(note) <= 2000),
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint stage_already_there unique (client_process_id, process_stage_id),
  constraint done_has_its_time check ((status = 'done') = (done_at is not null))
);
create index process_stage_instances_process_stage_id on process_stage_instances (process_stage_id);

-- Default rows of an installation; owners edit them.
with template as (
  insert into process_templates (name, description)
  values ('ליווי משפחתי – שישה שלבים', 'תהליך בן כשישה חודשים, מפגש לשבועיים, משימות קצרות בין המפגשים.')
  returning id
)
insert into process_stages (template_id, stage_order, name, stage_type, default_days, is_skippable, goal, description, completion_rule, task_template)
select template.id, stage.place, stage.name, stage.type, stage.days, stage.is_skippable, stage.goal, stage.description, stage.done_when, stage.tasks::jsonb
from template, (values
  (1, 'מיפוי', 'discovery', 21, false, 'תמונת מצב אחת של כל הבית',
   'אוספים נתונים של שלושה חודשים ומבינים לאן הולך הכסף. בלי לתקן ובלי לשפוט.',
   'שיקוף הוצג ואושר, והוגדרו שלוש מטרות',
   '[{"name": "מילוי שאלון פתיחה", "owner": "client", "due_offset": 3, "minutes": 15},
     {"name": "העלאת תדפיסי עו״ש לשלושה חודשים", "owner": "client", "due_offset": 7, "minutes": 15},
     {"name": "העלאת פירוט כרטיסי אשראי", "owner": "client", "due_offset": 7, "minutes": 15},
     {"name": "תלושי שכר אחרונים", "owner": "client", "due_offset": 7, "minutes": 5},
     {"name": "רישום הוצאות במזומן ובהעברות במשך שבועיים", "owner": "client", "due_offset": 14, "minutes": 20},
     {"name": "הכנת שיקוף", "owner": "coach", "due_offset": 16, "minutes": 90},
     {"name": "פגישת שיקוף והגדרת שלוש מטרות", "owner": "both", "due_offset": 21, "minutes": 60}]'),
  (2, 'תקציב', 'plan', 28, false, 'תקציב חודשי ושנתי שאפשר לעמוד בו',
   'הופכים את השיקוף לתוכנית: ארבעה סעיפים, סכום שבועי אחד והוצאות שנתיות שנפרסות מראש.',
   'שני מחזורי תקציב עוקבים נסגרו עם השוואה לביצוע',
   '[{"name": "סיווג הוצאות לארבעה סעיפים", "owner": "both", "due_offset": 5, "minutes": 45},
     {"name": "ריכוז הוצאות שנתיות ולוח תשלומים", "owner": "client", "due_offset": 8, "minutes": 30},
     {"name": "קביעת סכום שבועי להוצאות משתנות", "owner": "both", "due_offset": 10, "minutes": 20},
     {"name": "פתיחת \"חשבון שנתי\" או מעקב נפרד", "owner": "client", "due_offset": 14, "minutes": 20},
     {"name": "פגישת כסף ביתית ראשונה (20 דקות)", "owner": "client", "due_offset": 14, "minutes": 20},
     {"name": "סגירת חודש ראשון מול תקציב", "owner": "both", "due_offset": 28, "minutes": 60}]'),
  (3, 'חובות', 'action', 35, true, 'רשימה אחת, סדר טיפול ותאריך סיום',
   'מרכזים את כל ההתחייבויות, מחליטים על סדר ובונים לוח סילוק.',
   'לוח סילוק פעיל שני חודשים ללא אשראי חדש, או אין חובות',
   '[{"name": "הזמנת דוח נתוני אשראי אישי", "owner": "client", "due_offset": 5, "minutes": 15},
     {"name": "ריכוז כל ההלוואות, המסגרות והתשלומים", "owner": "client", "due_offset": 10, "minutes": 40},
     {"name": "בחירת שיטת סילוק וסדר עדיפויות", "owner": "both", "due_offset": 14, "minutes": 30},
     {"name": "הכנה לשיחה עם הבנק או הנושה", "owner": "both", "due_offset": 18, "minutes": 30},
     {"name": "תיעוד ההצעות בכתב והשוואת עלות כוללת", "owner": "client", "due_offset": 25, "minutes": 30},
     {"name": "בדיקת צורך בסיוע משפטי", "owner": "coach", "due_offset": 10, "minutes": 15},
     {"name": "הפעלת לוח סילוק", "owner": "client", "due_offset": 35, "minutes": 20}]'),
  (4, 'ביטוחים', 'review', 21, false, 'לדעת מה יש, מה כפול ומה חסר',
   'מפיקים ריכוז ביטוחים, מזהים כפילויות וחוסרים ומכינים רשימת שאלות לבעלי רישיון.',
   'רשימת החלטות כתובה הועברה לבעלי רישיון לבחירת הלקוחות',
   '[{"name": "הפקת ריכוז ביטוחים מהאתר הממשלתי הר הביטוח", "owner": "client", "due_offset": 5, "minutes": 15},
     {"name": "ריכוז פרמיות חודשיות מהתקציב", "owner": "client", "due_offset": 7, "minutes": 15},
     {"name": "סימון כפילויות וחוסרים לבירור", "owner": "coach", "due_offset": 12, "minutes": 45},
     {"name": "הכנת שאלות לבעלי רישיון", "owner": "both", "due_offset": 16, "minutes": 30},
     {"name": "קבלת החלטות ותיעודן", "owner": "client", "due_offset": 21, "minutes": 30}]'),
  (5, 'חיסכון והשקעות', 'build', 35, false, 'קרן חירום ויעדים עם תאריכים',
   'מגדירים יעדים, בונים קרן חירום ומפעילים חיסכון אוטומטי. בחירת מוצר והשקעה – עם בעלי רישיון בלבד.',
   'הוראת קבע לחיסכון פעילה ושלושה יעדים מתועדים',
   '[{"name": "הגדרת שלושה יעדים: סכום ותאריך", "owner": "both", "due_offset": 7, "minutes": 40},
     {"name": "חישוב יעד לקרן חירום לפי הוצאה חודשית", "owner": "both", "due_offset": 10, "minutes": 20},
     {"name": "הפעלת הוראת קבע ביום המשכורת", "owner": "client", "due_offset": 14, "minutes": 15},
     {"name": "איתור כספים לא פעילים באתר הממשלתי הר הכסף", "owner": "client", "due_offset": 14, "minutes": 15},
     {"name": "הכנת שאלות לפגישת ייעוץ השקעות עם בעלי רישיון", "owner": "coach", "due_offset": 24, "minutes": 30},
     {"name": "בדיקת התקדמות ליעדים", "owner": "both", "due_offset": 35, "minutes": 30}]'),
  (6, 'פנסיה', 'close', 28, false, 'להבין מה קיים ולהגיע מוכנים לייעוץ מורשה',
   'אוספים דוחות, לומדים לקרוא אותם, ומסיימים את התהליך בתוכנית לשנה הקרובה.',
   'רשימת שאלות מוכנה, תוכנית שנתית כתובה ופגישת סיכום התקיימה',
   '[{"name": "הורדת דוחות שנתיים מקרן הפנסיה ומקופות הגמל", "owner": "client", "due_offset": 7, "minutes": 20},
     {"name": "בקשת מידע מהמסלקה הפנסיונית", "owner": "client", "due_offset": 7, "minutes": 20},
     {"name": "הסבר על מושגים: צבירה, דמי ניהול, כיסויים", "owner": "coach", "due_offset": 14, "minutes": 30},
     {"name": "הכנת שאלות לייעוץ פנסיוני עם בעלי רישיון", "owner": "both", "due_offset": 18, "minutes": 30},
     {"name": "תוכנית לשנה הקרובה: ארבע תחנות בדיקה", "owner": "both", "due_offset": 24, "minutes": 40},
     {"name": "פגישת סיכום ומשוב", "owner": "both", "due_offset": 28, "minutes": 60}]')
) stage (place, name, type, days, is_skippable, goal, description, done_when, tasks);

alter table client_processes replica identity full;
alter table process_stage_instances replica identity full;
alter publication supabase_realtime add table client_processes, process_stage_instances;

-- Message contexts and anchors of processes.
insert into message_contexts (type, label) values ('process', 'תהליך ליווי'), ('stage', 'שלב בתהליך');
insert into message_anchors (context_type, anchor, label) values
  ('process', 'finished', 'סיום התהליך'), ('stage', 'done', 'סיום השלב');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, position) values
  ('process.review_request', 'בקשה להמלצה אחרי סיום התהליך', 'process', 'finished', 1440, 'service', 'review_request', 10),
  ('stage.completed', 'הושלם שלב, ומה השלב הבא', 'stage', 'done', 0, 'service', 'stage_completed', 20);
insert into email_kinds (kind, tokens, has_link) values ('stage_completed', '{businessName,firstName,stageName,nextStageName}', true);
