// The list of forms that post plain HTML.
import { managePosts } from '#features/booking/manage/manage-posts.ts'
import { bookPost, holdPost } from '#features/booking/public/booking-posts.ts'
import { checkoutPost } from '#features/orders/checkout/checkout-post.ts'
import { cancelPost } from '#features/cancellations/cancel-post.ts'
import { accessibilityPost } from '#features/legal/accessibility-post.ts'
import { faqFeedbackAction } from '#web/site/faq-feedback/faq-feedback-action.ts'
import { formPost } from '#features/forms/public/form-posts.ts'
import { callFormAction } from '#web/landing/call-form-action.ts'
import { leadMagnetPosts } from '#features/lead-magnets/lead-magnet-posts.ts'
import { contactPost } from '#features/leads/contact-post.ts'
import { waitlistPost } from '#features/products/waitlist-post.ts'
import { reportPost } from '#features/redirects/report-post.ts'
import { reviewPosts } from '#features/reviews/review-post.ts'
import {
  confirmPost,
  newsletterPost,
  preferencesPost,
  reasonPost,
  renewPost,
  resubscribePost,
  unsubscribePost,
} from '#features/newsletter/newsletter-posts.ts'
import { signupPosts } from '#features/signups/signup-posts.ts'
import type { FormPost } from '#lib/forms/form-post.ts'

export const formPosts: readonly FormPost[] = [
  accessibilityPost,
  faqFeedbackAction,
  callFormAction,
  cancelPost,
  checkoutPost,
  holdPost,
  bookPost,
  ...managePosts,
  formPost,
  ...signupPosts,
  ...leadMagnetPosts,
  contactPost,
  reportPost,
  ...reviewPosts,
  waitlistPost,
  newsletterPost,
  confirmPost,
  renewPost,
  preferencesPost,
  unsubscribePost,
  resubscribePost,
  reasonPost,
]
