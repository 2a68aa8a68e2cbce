// Default texts of launch mails: joining, opened contents, links and codes, and the waiting list. Service messages only, no advertising.
import type { EmailContent, EmailKind } from './email-templates.ts'

export const launchTemplates = {
  launch_welcome: {
    subject: 'הצטרפתם: {{launchTitle}}',
    preheader: 'הקישור האישי לסדרה',
    heading: 'ברוכים הבאים לסדרה',
    body: 'שלום {{firstName}},\n\nהמקום שלכם בסדרה **{{launchTitle}}** שמור. מתחילים מ: **{{contentTitle}}**.',
    button: 'לעמוד האישי',
    closing:
      'הקישור אישי, ואפשר לחזור אליו כל עוד הסדרה פתוחה.\nלא נרשמתם? אפשר להתעלם. בתחתית העמוד האישי אפשר גם לוותר על הסדרה.',
  },
  launch_release: {
    subject: 'נפתח: {{contentTitle}}',
    preheader: '{{launchTitle}}',
    heading: 'שיעור חדש מחכה לכם',
    body: 'שלום {{firstName}},\n\nהשיעור **{{contentTitle}}** נפתח בעמוד האישי שלכם.',
    button: 'לצפייה',
    closing: 'הסדרה הזאת לא מתאימה עכשיו? בתחתית העמוד אפשר לוותר עליה, בלי לצאת מהרשימה.',
  },
  launch_nudge: {
    subject: 'עוד לא צפיתם: {{contentTitle}}',
    preheader: 'תזכורת אחת, וזהו',
    heading: 'השיעור עדיין פתוח',
    body: 'שלום {{firstName}},\n\nהשיעור **{{contentTitle}}** נפתח אתמול ועדיין מחכה לכם.',
    button: 'לצפייה',
    closing: 'זו התזכורת היחידה על השיעור הזה.',
  },
  launch_link: {
    subject: 'קישור חדש: {{launchTitle}}',
    preheader: 'הקישור האישי שלכם',
    heading: 'הנה הקישור',
    body: 'שלום {{firstName}},\n\nהנה קישור חדש לעמוד האישי שלכם בסדרה **{{launchTitle}}**.',
    button: 'לעמוד האישי',
    closing: 'לא ביקשתם? אפשר להתעלם.',
  },
  launch_reopened: {
    subject: 'נפתחת שוב: {{launchTitle}}',
    preheader: 'ביקשתם שנעדכן',
    heading: 'הסדרה נפתחת שוב',
    body: 'שלום {{firstName}},\n\nנרשמתם לרשימת ההמתנה, וביקשתם שנעדכן. **{{launchTitle}}** פתוחה להצטרפות.',
    button: 'לעמוד הסדרה',
    closing: 'זו ההודעה היחידה על רשימת ההמתנה הזאת. לא ביקשתם? אפשר להתעלם.',
  },
  launch_seat: {
    subject: 'התפנה מקום: {{launchTitle}}',
    preheader: 'ביקשתם שנעדכן',
    heading: 'התפנה מקום בהרשמה',
    body: 'שלום {{firstName}},\n\nההרשמה ל**{{launchTitle}}** הייתה מלאה, וביקשתם שנעדכן. התפנה מקום, והוא נשמר רק עם התחלת ההרשמה.',
    button: 'להרשמה',
    closing: 'זו ההודעה היחידה על מקום שהתפנה. לא מתאים עכשיו? אפשר להתעלם.',
  },
  launch_code: {
    subject: 'קוד כניסה: {{accessCode}}',
    preheader: 'תקף לחצי שעה',
    heading: 'קוד למכשיר נוסף',
    body: 'שלום {{firstName}},\n\nהקוד לכניסה לסדרה **{{launchTitle}}** במכשיר נוסף: **{{accessCode}}**',
    button: null,
    closing: 'הקוד תקף לחצי שעה. לא ביקשתם? אפשר להתעלם, ובלי הקוד אין כניסה.',
  },
} as const satisfies Partial<Record<EmailKind, EmailContent>>
