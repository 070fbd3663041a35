/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  'views-per-operator-hour-max':
    'Clientes cuyos datos una persona del equipo puede ver en una hora; desde tres cuartos se avisa a las demás y la siguiente consulta se rechaza.',
}

export type Purposes = typeof purposes
