/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = { most: 'Cuántas alertas puede tener un cliente a la vez, activas y ya avisadas juntas.' }

export type Purposes = typeof purposes
