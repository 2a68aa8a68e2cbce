// Functions of the client portal and its mailed links.
import { actByLink, openActionLink } from '#features/action-links/action-links.server.ts'
import { copyBudgetMonth, importBudgetEntries, readBudgetImport, shareBudget } from '#features/budget/budget.server.ts'
import { downloadBudget, eraseBudget } from '#features/budget/export-budget.server.ts'
import { readBudget, readSharedBudget } from '#features/budget/read-budget.server.ts'
import { deleteBudgetItem, saveBudgetItem } from '#features/budget/save-item.server.ts'
import { inviteClient } from '#features/client-invitations/client-invitations.server.ts'
import { readClientMetrics, readMyMetrics, reportLinkedMetric, reportMetric } from '#features/metrics/metrics.server.ts'
import { askForSignature, replaceDocument, signDocument } from '#features/signatures/signatures.server.ts'
import type { DefinedFunction } from '#kernel/functions/functions.ts'
import type { FunctionParts } from './parts.ts'

export const portalFunctions = ({
  metricSeal,
  budgetSeal,
  mails,
  ...parts
}: FunctionParts): readonly DefinedFunction[] => [
  readMyMetrics(metricSeal),
  readClientMetrics(metricSeal),
  reportMetric(metricSeal),
  readBudget(budgetSeal),
  readSharedBudget(budgetSeal),
  saveBudgetItem(budgetSeal),
  deleteBudgetItem(budgetSeal),
  copyBudgetMonth(budgetSeal),
  readBudgetImport(budgetSeal),
  importBudgetEntries(budgetSeal),
  shareBudget,
  downloadBudget(budgetSeal),
  eraseBudget,
  askForSignature(parts.files),
  replaceDocument(parts.files),
  signDocument(parts.files),
  openActionLink,
  actByLink(reportLinkedMetric(metricSeal)),
  inviteClient({ mails, siteUrl: parts.siteUrl }),
]
