-- Legal pages. Published versions are immutable, with date and number; the working copy becomes the next one. Facts come from the settings,
-- and claims appear only when confirmed.

-- Facts that the texts need beside the business profile. One row, or none until it is filled in.
create table legal_settings (
  is_only boolean primary key default true check (is_only),
  dpo_contact text constraint legal_fact_length check (char_length(dpo_contact) <= 300),
  tested_with text constraint tested_with_length check (char_length(tested_with) <= 600),
  retention_process_months integer constraint retention_months check (retention_process_months between 1 and 600),
  retention_lead_months integer constraint lead_retention_months check (retention_lead_months between 1 and 600),
  physical_accessibility text constraint physical_accessibility_length check (char_length(physical_accessibility) <= 1000),
  accessibility_updated_on date,
  accessibility_audited_on date,
  -- When a lawyer reviewed the published texts. Publishing another text resets it.
  reviewed_at timestamptz,
  reviewed_by uuid references auth.users (id) on delete set null,
  is_demo boolean not null default false,
  version integer not null default 1
);

-- Confirmed claims of the texts, by whom and when. Deleting the row withdraws the claim.
create table legal_claims (
  claim text primary key constraint unknown_claim check (claim in ('tests', 'encryption', 'backups', 'mfa')),
  confirmed_at timestamptz not null default now(),
  confirmed_by uuid default auth.uid() references auth.users (id) on delete set null
);

create table legal_texts (
  key text primary key constraint unknown_legal_text check (key in ('privacy', 'terms', 'accessibility', 'disclaimer')),
  updated_line text not null default '' constraint updated_line_length check (char_length(updated_line) <= 200),
  body text not null constraint legal_body_length check (char_length(body) between 1 and 60000),
  edited_at timestamptz not null default now(),
  edited_by uuid references auth.users (id) on delete set null,
  version integer not null default 1
);

create table legal_versions (
  id uuid primary key default gen_random_uuid(),
  text_key text not null references legal_texts (key),
  number integer not null,
  updated_line text not null,
  body text not null,
  -- The facts on the day of publication: a fact removed later leaves no gap.
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  -- What changed, for the version list of the page.
  note text not null default '' constraint legal_note_length check (char_length(note) <= 300),
  published_at timestamptz not null default now(),
  published_by uuid references auth.users (id) on delete set null,
  is_demo boolean not null default false,
  constraint legal_version_taken unique (text_key, number)
);

-- Default texts as unpublished working copies. They need a lawyer's review.
insert into legal_texts (key, updated_line, body) values
('privacy', 'עודכן לאחרונה: ספטמבר 2025', $he$### 1. מי אנחנו
האתר והשירותים מופעלים על ידי {{legalName}}, ח.פ. {{companyNumber}}, {{address}} (״החברה״, ״אנחנו״), שהיא בעלת השליטה במאגר המידע. לפניות בנושא פרטיות: {{privacyEmail}}, טלפון {{phone}}.{{#dpoContact}} הממונה על הגנת הפרטיות: {{dpoContact}}.{{/dpoContact}}

### 2. איזה מידע אנחנו אוספים
- **פרטי קשר:** שם, טלפון, דוא״ל, כתובת לחשבונית.
- **מידע על מצב כלכלי** שתבחרו למסור: תשובות לשאלון, נתוני הכנסה והוצאה, הלוואות, ביטוחים, חיסכון ופנסיה, ומסמכים שתעלו. זהו מידע בעל רגישות מיוחדת ואנו מגנים עליו בהתאם.
- **מידע על השימוש:** כתובת IP, סוג דפדפן, עמודים שנצפו, העדפות עוגיות ונגישות.
- **תשלומים:** סכום, מועד, ארבע ספרות אחרונות ומספר אישור. מספר הכרטיס המלא נמסר לחברת הסליקה בלבד ואינו נשמר אצלנו.
- **תקשורת:** תוכן פניות, סיכומי פגישות, הקלטות שידור חי (לאחר הודעה מראש).

### 3. האם חובה למסור מידע
אין עליכם חובה חוקית למסור מידע, והמסירה תלויה ברצונכם ובהסכמתכם. בלי פרטי קשר לא נוכל לחזור אליכם, לקבוע פגישה או להפיק חשבונית; בלי נתונים כלכליים לא נוכל לתת את שירות הליווי. שדות חובה מסומנים בכוכבית.

### 4. למה אנחנו משתמשים במידע
1. מתן השירות: ליווי, פגישות, אזור אישי, הדרכות.
2. גבייה, הפקת מסמכים חשבונאיים ועמידה בחובות מס.
3. תמיכה, אבטחה ומניעת הונאה.
4. שיפור השירות וסטטיסטיקה, ככל האפשר במידע שאינו מזהה.
5. דיוור שיווקי – רק אם נתתם הסכמה נפרדת.

לא נשתמש במידע למטרה אחרת בלי הסכמה או היתר בדין. איננו מוכרים מידע אישי.

### 5. למי נמסר מידע ולאילו מטרות
ספקי אירוח ומסד נתונים, דיוור, יומן ושיחות וידאו, סליקה והפקת חשבוניות, ומדידה ושיווק (רק לפי הסכמתכם לעוגיות); יועצים מקצועיים; רשויות – כשהדין מחייב. הספקים פועלים לפי הסכם ובהתאם להוראותינו. חלקם מחוץ לישראל; ההעברה נעשית לפי תקנות הגנת הפרטיות (העברת מידע אל מאגרי מידע שמחוץ לגבולות המדינה).

### 6. כמה זמן נשמר מידע
| סוג | תקופה |
|---|---|
| מסמכים חשבונאיים ורשומות תשלום | שבע שנים לצורכי דיווח מס, או תקופה ארוכה יותר לפי דין |
| תיק ליווי | משך ההתקשרות ועוד {{retentionProcessMonths}} חודשים |
| פניות שלא הבשילו | {{retentionLeadMonths}} חודשים |
| תיעוד הסכמות והסרות דיוור | כל עוד נדרש להוכחה |
| יומני גישה ואבטחה | 24 חודשים לפחות |

בתום התקופה המידע נמחק או הופך לבלתי מזהה.

### 7. הזכויות שלכם
אפשר לבקש **עיון** במידע עליכם, **תיקון** של מידע שגוי או לא מעודכן, ו**מחיקה** מרשימות דיוור. אנו מאפשרים גם, ככל שהדין והחובות החלים עלינו מתירים, **ייצוא** של המידע בקובץ ו**מחיקת** החשבון. הגשה: באזור האישי ← ״פרטיות ומידע״, או בדוא״ל {{privacyEmail}}. נשיב בתוך 30 ימים. אפשר לפנות גם לרשות להגנת הפרטיות.

### 8. אבטחה
{{#encryption}}הצפנה בהעברה ובאחסון, {{/encryption}}הרשאות לפי תפקיד, {{#mfa}}אימות רב־שלבי לצוות, {{/mfa}}תיעוד גישה{{#backups}}, גיבויים{{/backups}} ונוהל אירועי אבטחה. אין אבטחה מוחלטת; באירוע אבטחה חמור נפעל לפי דין, לרבות דיווח לרשות.

### 9. עוגיות
| קטגוריה | דוגמה | ברירת מחדל |
|---|---|---|
| חיוניות | התחברות, אבטחה, שמירת בחירת עוגיות ונגישות | פעילות תמיד |
| פונקציונליות | העדפות תצוגה | כבויות |
| ביצועים | מדידת עמודים | כבויות |
| שיווק | פיקסל פרסום | כבויות |

ההעדפה נשמרת 12 חודשים. לשינוי בכל עת: [הגדרות עוגיות](#cookie-settings) בתחתית העמוד.

### 10. קטינים
השירות מיועד לבני 18 ומעלה.

### 11. שינויים
עדכון מהותי יפורסם בעמוד זה ובהודעה ללקוחות פעילים.$he$),

('terms', 'עודכן לאחרונה: ינואר 2024', $he$### 1. כללי
תנאים אלה חלים על השימוש באתר ובשירותים של {{legalName}}, ח.פ. {{companyNumber}}, {{address}}, טלפון {{phone}}, דוא״ל {{email}}. הנוסח ברבים ופונה לכולם.

### 2. השירותים
ליווי כלכלי, תוכניות דיגיטליות, הדרכות, תכנים ופגישות. השירות אינו ייעוץ השקעות, ייעוץ או שיווק פנסיוני, ייעוץ ביטוחי, ייעוץ מס או ייעוץ משפטי. ראו [הבהרה](/disclaimer).

### 3. הרשמה וחשבון
הפרטים שתמסרו יהיו נכונים. הסיסמה אישית. נוכל להשעות חשבון במקרה של שימוש לרעה.

### 4. מחירים ותשלום
המחירים בשקלים חדשים וכוללים מע״מ בשיעור הקבוע בחוק, אלא אם צוין אחרת. התשלום מתבצע בעמוד מאובטח של חברת סליקה. חשבונית תישלח בדוא״ל.

### 5. ביטול עסקה {#cancellation}
1. בעסקת מכר מרחוק אפשר לבטל בתוך 14 ימים מיום ביצוע העסקה או מיום קבלת מסמך הגילוי, לפי המאוחר.
2. בשירות שאינו מתמשך הביטול ייעשה לפחות שני ימים, שאינם ימי מנוחה, לפני מועד מתן השירות.
3. אדם עם מוגבלות, אזרח ותיק או עולה חדש רשאים לבטל בתוך ארבעה חודשים, אם ההתקשרות כללה שיחה בינינו, לרבות שיחה בתקשורת אלקטרונית.
4. דמי ביטול: עד 5% ממחיר העסקה או 100 ₪, לפי הנמוך. אם הביטול נובע מפגם, אי־התאמה או הפרה – ללא דמי ביטול.
5. ההחזר יבוצע בתוך 14 ימים ממועד קבלת הודעת הביטול, באמצעי שבו בוצע התשלום.
6. בעסקה מתמשכת (ליווי חודשי) אפשר לסיים בכל עת; הסיום ייכנס לתוקף לפי הדין, והתשלום יהיה עבור השירות שניתן עד אז.
7. זכות הביטול אינה חלה במקרים שהחוק מחריג, למשל מידע כהגדרתו בחוק המחשבים. בתוכנית דיגיטלית נפעל לפי הדין ולא נתנה על זכות קוגנטית.
8. דרכי ביטול: [טופס ביטול מקוון](/cancel-transaction), טלפון {{phone}}, דוא״ל {{email}}, דואר רשום לכתובת החברה. יש לציין שם ומספר זהות או מספר הזמנה.

### 6. פגישות
שינוי או ביטול פגישה – עד 24 שעות לפני המועד. ביטול מאוחר יותר ייחשב כפגישה שהתקיימה, למעט נסיבות חריגות ובכפוף לזכויות לפי סעיף 5.

### 7. קניין רוחני
התכנים שייכים לחברה או ניתנו לה ברישיון. מותר שימוש אישי ביתי. אין להעתיק, להקליט או להפיץ.

### 8. אחריות
ההחלטות הכלכליות באחריות הלקוחות. החברה לא תישא באחריות לנזק עקיף, ככל שהדין מתיר.

### 9. דין ושיפוט
דיני מדינת ישראל. סמכות השיפוט לפי דין.$he$),

('accessibility', 'תאריך עדכון ההצהרה: {{accessibilityUpdated}}{{#tests}} · בדיקה אחרונה: {{accessibilityAudited}}{{/tests}}', $he$אנו רואים חשיבות במתן שירות שוויוני, מכובד ונגיש לכלל הציבור, ופועלים להנגשת האתר לפי תקנות שוויון זכויות לאנשים עם מוגבלות (התאמות נגישות לשירות), התשע״ג-2013, ותקן ישראלי 5568 המבוסס על WCAG 2.0 ברמה AA.{{#tests}} הפיתוח נבדק גם מול WCAG 2.2 AA.{{/tests}}

### מה הונגש
- ניווט מלא במקלדת, קישור ״דילוג לתוכן״ וסימון מוקד ברור
- מבנה כותרות, אזורים ותוויות לקוראי מסך בעברית
- טקסט חלופי לתמונות, כתוביות לסרטוני הדרכה מוקלטים
- ניגודיות של 4.5:1 לפחות בטקסט רגיל
- הגדלת תצוגה עד 200% בלי אובדן תוכן, והתאמה לרוחב 320 פיקסלים
- טפסים עם תוויות והודעות שגיאה בעברית
- תפריט התאמות אישיות: גודל טקסט, ניגודיות, הדגשת קישורים, הגדלת אזורי לחיצה, עצירת אנימציות, פוקוס מודגש וקריאת העמוד בקול

{{#tests}}### נבדק עם
{{testedWith}}

{{/tests}}### מגבלות ידועות
- כתוביות בשידור חי אינן זמינות בכל ההדרכות; תמלול יעלה עם ההקלטה.
- מסמכי PDF של צד שלישי עשויים שלא להיות נגישים. נספק חלופה לפי בקשה.
- קריאה בקול תלויה בקולות העברית המותקנים במכשיר.
- עמוד התשלום מופעל על ידי חברת סליקה.

### נגישות פיזית
{{physicalAccessibility}}

### פנייה בנושא נגישות
{{coordinatorName}} · טלפון {{phone}} · דוא״ל {{accessibilityEmail}}

נשמח אם תציינו את כתובת העמוד, תיאור הבעיה, הדפדפן וטכנולוגיה מסייעת. נשיב בתוך 7 ימי עסקים.$he$),

('disclaimer', '', $he$1. המידע באתר, בהדרכות, בשאלון ובפגישות הוא מידע כללי וכלי עזר להתנהלות. **אין לראות בו ייעוץ השקעות, שיווק השקעות, ייעוץ או שיווק פנסיוני, ייעוץ ביטוחי, ייעוץ מס, ייעוץ משכנתאות או ייעוץ משפטי, ואין בו תחליף לייעוץ בידי בעלי רישיון המתחשב בנתונים ובצרכים המיוחדים של כל אדם.**
2. החברה ועובדיה אינם בעלי רישיון לפי חוק הסדרת העיסוק בייעוץ השקעות, בשיווק השקעות ובניהול תיקי השקעות, התשנ״ה-1995, או לפי חוק הפיקוח על שירותים פיננסיים (ייעוץ, שיווק ומערכת סליקה פנסיוניים), התשס״ה-2005, ואינם מקבלים עמלות מגופים פיננסיים.
3. דוגמאות וחישובים הם להמחשה בלבד. תוצאות עבר או סיפורי לקוחות אינם הבטחה לתוצאה.
4. תוצאת שאלון השלב הכלכלי מבוססת על תשובות המשתמשים בלבד.
5. לפני כל החלטה כלכלית משמעותית יש להתייעץ עם גורם מוסמך.$he$);
