// Inputs for editing a webinar, and their refusals.
import { z } from '#lib/schema.ts'
import { refusals } from './webinars.ts'

export const AddWebinar = z.object({
  title: z.string().trim().min(2, 'צריך כותרת').max(100, 'עד 100 תווים'),
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$/, 'אותיות, מספרים ומקפים'),
})

export const staffRefusals = {
  ...refusals,
  webinar_slug_taken: 'הכתובת הזאת תפוסה',
  webinar_slug_form: 'אותיות, מספרים ומקפים',
  webinar_title_length: 'כותרת של 2 עד 100 תווים',
  webinar_without_video: 'לפני הפרסום צריך כתובת של ההקלטה',
  just_in_time_hours: 'השעה שבה מסיימים צריכה להיות אחרי השעה שבה מתחילים',
  just_in_time_seats_range: 'מקומות: 1 עד 100,000',
  webinar_time_taken: 'כבר יש מפגש במועד הזה',
  webinar_already_started: 'המפגש כבר התחיל, ואי אפשר להזיז אותו',
  webinar_session_not_found: 'המפגש הזה כבר לא כאן',
  webinar_wrong_step: 'הצעד הזה לא אפשרי במצב של המפגש. כדאי לרענן',
  webinar_question_not_found: 'השאלה הזאת כבר לא מחכה לתשובה',
  webinar_registration_not_found: 'ההרשמה הזאת כבר לא כאן',
  webinar_link_just_sent: 'הקישור נשלח ממש עכשיו. אפשר לשלוח שוב בעוד דקה',
  webinar_link_over: 'המפגש נגמר, ואין הודעה לשלוח. אפשר להעתיק את הקישור האישי',
  webinar_segment_empty: 'אין אנשי קשר ברשימה הזאת',
  tag_name_length: 'שם הרשימה ארוך מדי',
  not_allowed: 'אין לכם הרשאה לפעולה הזאת',
} as const
