// The list of forms that post plain HTML.
import { actionPost } from '#features/action-links/action-post.ts'
import { groupWaitsPost } from '#features/booking/group-waits/group-waits-post.ts'
import { managePosts } from '#features/booking/manage/manage-posts.ts'
import { preparationPost } from '#features/booking/preparation/preparation-post.ts'
import { bookPost, holdPost } from '#features/booking/public/booking-posts.ts'
import { checkoutPost } from '#features/orders/checkout/checkout-post.ts'
import { cancelPost } from '#features/cancellations/cancel-post.ts'
import { accessibilityPost } from '#features/legal/accessibility-post.ts'
import { faqFeedbackAction } from '#web/site/faq-feedback/faq-feedback-action.ts'
import { formPost, passwordPost } from '#features/forms/public/form-posts.ts'
import { callFormAction } from '#web/landing/call-form-action.ts'
import { leadMagnetPosts } from '#features/lead-magnets/lead-magnet-posts.ts'
import { launchPosts } from '#features/launches/launch-posts.ts'
import { contactPost } from '#features/leads/contact-post.ts'
import { waitlistPost } from '#features/products/waitlist-post.ts'
import { quizPosts } from '#features/quiz/public/quiz-posts.ts'
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
import { webinarPosts } from '#features/webinars/public/webinar-posts.ts'
import type { FormPost } from '#lib/forms/form-post.ts'

export const formPosts: readonly FormPost[] = [
  accessibilityPost,
  faqFeedbackAction,
  callFormAction,
  cancelPost,
  checkoutPost,
  holdPost,
  bookPost,
  groupWaitsPost,
  ...managePosts,
  preparationPost,
  actionPost,
  formPost,
  passwordPost,
  ...leadMagnetPosts,
  ...quizPosts,
  ...launchPosts,
  ...webinarPosts,
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
