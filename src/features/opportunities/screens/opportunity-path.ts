/** Path of an opportunity's page. */
export const opportunityPath = (id: string) => `/crm/opportunities/${id}`
