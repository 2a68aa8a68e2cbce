// Functions of imports, exports, privacy and the team.
import { exportBudget } from '#features/budget/export-budget.server.ts'
import { downloadBusinessExport } from '#features/business-exports/download-export.server.ts'
import { exportContacts } from '#features/exports/exports.server.ts'
import { importErrors } from '#features/imports/error-file.server.ts'
import { checkImport, rollBackImport, runImport } from '#features/imports/imports.server.ts'
import { uploadImport } from '#features/imports/upload.server.ts'
import { exportMetricPeriods } from '#features/metrics/metrics.server.ts'
import { exportPerson } from '#features/privacy/privacy.server.ts'
import { inviteStaff, resendInvitation } from '#features/team/team.server.ts'
import type { DefinedFunction } from '#kernel/functions/functions.ts'
import type { FunctionParts } from './parts.ts'

export const recordFunctions = ({
  forms,
  quiz,
  metricSeal,
  budgetSeal,
  files,
  mails,
  ...parts
}: FunctionParts): readonly DefinedFunction[] => [
  uploadImport,
  checkImport,
  runImport,
  rollBackImport,
  importErrors,
  exportContacts,
  downloadBusinessExport(files),
  inviteStaff({ mails, siteUrl: parts.siteUrl }),
  resendInvitation({ mails, siteUrl: parts.siteUrl }),
  exportPerson({
    openAnswers: {
      forms: (id, sealed) => forms.seal.open(id, sealed),
      quizzes: (id, sealed) => quiz.seal.open(id, sealed),
    },
    exportBudget: exportBudget(budgetSeal),
    exportMetrics: exportMetricPeriods(metricSeal),
  }),
]
