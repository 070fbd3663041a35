/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  'us-open-without-vip':
    'Las acciones de EE. UU. son parte de VIP; mientras VIP no pueda obtenerse, esto las abre a todos los clientes.',
}

export type Purposes = typeof purposes
