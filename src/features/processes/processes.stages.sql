-- What every installation starts with; the owner changes it later.
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
   'רשימת החלטות כתובה הועברה לבעל רישיון לבחירת הלקוחות',
   '[{"name": "הפקת ריכוז ביטוחים מהאתר הממשלתי הר הביטוח", "owner": "client", "due_offset": 5, "minutes": 15},
     {"name": "ריכוז פרמיות חודשיות מהתקציב", "owner": "client", "due_offset": 7, "minutes": 15},
     {"name": "סימון כפילויות וחוסרים לבירור", "owner": "coach", "due_offset": 12, "minutes": 45},
     {"name": "הכנת שאלות לבעל רישיון", "owner": "both", "due_offset": 16, "minutes": 30},
     {"name": "קבלת החלטות ותיעודן", "owner": "client", "due_offset": 21, "minutes": 30}]'),
  (5, 'חיסכון והשקעות', 'build', 35, false, 'קרן חירום ויעדים עם תאריכים',
   'מגדירים יעדים, בונים קרן חירום ומפעילים חיסכון אוטומטי. בחירת מוצר והשקעה – עם בעלי רישיון בלבד.',
   'הוראת קבע לחיסכון פעילה ושלושה יעדים מתועדים',
   '[{"name": "הגדרת שלושה יעדים: סכום ותאריך", "owner": "both", "due_offset": 7, "minutes": 40},
     {"name": "חישוב יעד לקרן חירום לפי הוצאה חודשית", "owner": "both", "due_offset": 10, "minutes": 20},
     {"name": "הפעלת הוראת קבע ביום המשכורת", "owner": "client", "due_offset": 14, "minutes": 15},
     {"name": "איתור כספים לא פעילים באתר הממשלתי הר הכסף", "owner": "client", "due_offset": 14, "minutes": 15},
     {"name": "הכנת שאלות לפגישה עם יועץ השקעות בעל רישיון", "owner": "coach", "due_offset": 24, "minutes": 30},
     {"name": "בדיקת התקדמות ליעדים", "owner": "both", "due_offset": 35, "minutes": 30}]'),
  (6, 'פנסיה', 'close', 28, false, 'להבין מה קיים ולהגיע מוכנים לייעוץ מורשה',
   'אוספים דוחות, לומדים לקרוא אותם, ומסיימים את התהליך בתוכנית לשנה הקרובה.',
   'רשימת שאלות מוכנה, תוכנית שנתית כתובה ופגישת סיכום התקיימה',
   '[{"name": "הורדת דוחות שנתיים מקרן הפנסיה ומקופות הגמל", "owner": "client", "due_offset": 7, "minutes": 20},
     {"name": "בקשת מידע מהמסלקה הפנסיונית", "owner": "client", "due_offset": 7, "minutes": 20},
     {"name": "הסבר על מושגים: צבירה, דמי ניהול, כיסויים", "owner": "coach", "due_offset": 14, "minutes": 30},
     {"name": "הכנת שאלות ליועץ פנסיוני בעל רישיון", "owner": "both", "due_offset": 18, "minutes": 30},
     {"name": "תוכנית לשנה הקרובה: ארבע תחנות בדיקה", "owner": "both", "due_offset": 24, "minutes": 40},
     {"name": "פגישת סיכום ומשוב", "owner": "both", "due_offset": 28, "minutes": 60}]')
) stage (place, name, type, days, is_skippable, goal, description, done_when, tasks);

-- Whoever changes a stage changes the template: only now, because the first stages are the template itself.
create function touch_template() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.process_templates t set is_active = t.is_active
  where t.id = case when tg_op = 'DELETE' then old.template_id else new.template_id end;
  return null;
end
$$;

create trigger touch_template after insert or update or delete on process_stages
  for each row execute function touch_template();
