// Demo business, recognisably fictional, with phone numbers that are not assigned.
import type { BusinessProfile } from './business-profile.ts'

export const demoBusinessProfile = (ownerId: string, now: Date) =>
  ({
    user_id: ownerId,
    business_name: 'בית מרווח',
    legal_name: 'חברה לדוגמה בע״מ',
    company_number: '516127057',
    address: 'רחוב הדוגמה 1, תל אביב-יפו',
    phone: '03-0000000',
    mobile: '050-0000001',
    email: 'info@example.com',
    privacy_email: 'privacy@example.com',
    accessibility_email: 'negishut@example.com',
    accessibility_coordinator: 'אלה לדוגמה',
    product_name: 'תוכנית ״בית מאוזן״',
    coach_name: 'צוות הליווי',
    hours: 'ימים א׳ עד ה׳, 9:00 עד 18:00. ערבי חג 9:00 עד 12:00. שבתות וחגים – סגור.',
    socials: {
      facebook: 'https://example.com/facebook',
      instagram: 'https://example.com/instagram',
      youtube: 'https://example.com/youtube',
    },
    brand_colors: null,
    published_at: now.toISOString(),
    is_demo: true,
  }) satisfies Partial<BusinessProfile>
