// Functions of forms and the quiz.
import { exportFormAnswers } from '#features/forms/export-answers.server.ts'
import { uploadFormFile } from '#features/forms/form-files.server.ts'
import { postFormStep } from '#features/forms/form-step.server.ts'
import { makeFormLink } from '#features/forms/links/make-form-link.server.ts'
import { openForm } from '#features/forms/open-form.server.ts'
import { setFormPassword } from '#features/forms/password/set-form-password.server.ts'
import { unlockForm } from '#features/forms/password/unlock-form.server.ts'
import { previewForm, previewPurpose } from '#features/forms/preview/form-preview.server.ts'
import { publishForm } from '#features/forms/publish-form.server.ts'
import { readFormAnswers } from '#features/forms/read-answers.server.ts'
import { saveFormDraft } from '#features/forms/save-draft.server.ts'
import { submitForm } from '#features/forms/submit-form.server.ts'
import { answerQuiz, startQuiz } from '#features/quiz/answer-quiz.server.ts'
import { exportQuizResults } from '#features/quiz/export-results.server.ts'
import { leaveQuizDetails, skipQuizDetails } from '#features/quiz/finish-quiz.server.ts'
import { openQuiz } from '#features/quiz/open-quiz.server.ts'
import { publishQuiz } from '#features/quiz/publish-quiz.server.ts'
import { readQuizAnswers } from '#features/quiz/read-answers.server.ts'
import {
  invitePartner,
  linkQuizResult,
  openQuizResult,
  sendQuizResult,
  shareQuizLevels,
  stopSharingQuizLevels,
  viewQuizResult,
} from '#features/quiz/result-page.server.ts'
import { remindQuiz, resumeQuiz } from '#features/quiz/resume-quiz.server.ts'
import type { DefinedFunction } from '#kernel/functions/functions.ts'
import type { FunctionParts } from './parts.ts'

export const formFunctions = ({ forms, quiz, ...parts }: FunctionParts): readonly DefinedFunction[] => [
  openForm({ seal: forms.seal, previewSeal: parts.sealFor(previewPurpose) }),
  previewForm(parts.sealFor(previewPurpose)),
  unlockForm(),
  setFormPassword,
  saveFormDraft(forms),
  uploadFormFile(forms),
  postFormStep(forms),
  submitForm(forms),
  publishForm,
  makeFormLink(parts),
  openQuiz(quiz),
  startQuiz(quiz),
  answerQuiz(quiz),
  remindQuiz,
  resumeQuiz(quiz),
  skipQuizDetails(quiz),
  leaveQuizDetails(quiz),
  openQuizResult,
  viewQuizResult,
  sendQuizResult(quiz),
  linkQuizResult,
  invitePartner,
  shareQuizLevels,
  stopSharingQuizLevels,
  publishQuiz,
  readQuizAnswers(quiz),
  readFormAnswers(forms.seal),
  exportFormAnswers(forms.seal),
  exportQuizResults(quiz.seal),
]
