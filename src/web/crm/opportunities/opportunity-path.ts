/** The address of a deal's own page. */
export const opportunityPath = (id: string) => `/crm/opportunities/${id}`
