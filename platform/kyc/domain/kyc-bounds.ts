/** Youngest age of a customer, years. */
export const ageMin = 18
/** Letters and digits of a document's number. */
export const documentNumberLength = { min: 5, max: 20 } as const
/** A document that expires sooner is pointed out to whoever reviews it. */
export const expiresSoonDays = 30
/** A limit of one's own that allows more is in force so much later. */
export const looserAfterHours = 24
