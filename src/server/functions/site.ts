// Functions of the public site and its editors.
import { countBioClick } from '#features/bio/bio.server.ts'
import { savePost } from '#features/blog/blog.server.ts'
import { saveTemplate } from '#features/component-templates/component-templates.server.ts'
import { recordCookieChoice } from '#features/cookie-consent/cookie-consent.server.ts'
import { chooseWinner } from '#features/experiments/winner.server.ts'
import { rateAnswer } from '#features/faq-feedback/faq-feedback.server.ts'
import { askForContact } from '#features/leads/leads.server.ts'
import { reportMissingPage, traceRedirect } from '#features/redirects/redirects.server.ts'
import { renewReviewLink } from '#features/reviews/links/review-links.server.ts'
import { confirmReview, disownReview } from '#features/reviews/links/verification.server.ts'
import { decideOnWording, proposeWording } from '#features/reviews/links/wording-proposals.server.ts'
import { askForReview } from '#features/reviews/requests/review-requests.server.ts'
import { leaveAskedReview, leaveReview } from '#features/reviews/reviews.server.ts'
import { checkLinkTargets, checkSiteLinks, readSitePages } from '#features/seo/seo.server.ts'
import { addImage, cropToSquare } from '#platform/images/images.server.ts'
import { deletePicture, describePicture, replacePicture } from '#platform/images/library.server.ts'
import { addPage, changePage, deletePage, schedulePage } from '#platform/pages/own-pages.server.ts'
import { readyFeatures } from '#platform/pages/claims.server.ts'
import { checkBlocks, editsSite, publishPage, publishSite, savePage } from '#platform/pages/pages.server.ts'
import { previewPage } from '#platform/pages/preview.server.ts'
import type { DefinedFunction } from '#kernel/functions/functions.ts'
import type { FunctionParts } from './parts.ts'
import { readinessChecks } from './ready-features.ts'

export const siteFunctions = ({
  recordConversion,
  files,
  mails,
  renderDraft,
  pages,
  ...parts
}: FunctionParts): readonly DefinedFunction[] => [
  askForContact(mails, recordConversion),
  recordCookieChoice,
  leaveReview({ mails, siteUrl: parts.siteUrl, cropToSquare }),
  leaveAskedReview({ mails, siteUrl: parts.siteUrl, cropToSquare }),
  confirmReview,
  disownReview,
  renewReviewLink({ mails, siteUrl: parts.siteUrl }),
  proposeWording({ mails, siteUrl: parts.siteUrl }),
  decideOnWording,
  askForReview({ mails, siteUrl: parts.siteUrl }),
  countBioClick,
  addImage(files),
  describePicture,
  replacePicture,
  deletePicture(files),
  savePost,
  savePage,
  saveTemplate,
  publishPage,
  addPage,
  changePage,
  deletePage,
  schedulePage,
  publishSite,
  chooseWinner({ editsSite, checkBlocks }),
  previewPage(renderDraft),
  readyFeatures(readinessChecks(parts)),
  readSitePages(pages),
  checkSiteLinks(pages),
  checkLinkTargets(pages),
  traceRedirect(parts),
  reportMissingPage,
  rateAnswer,
]
