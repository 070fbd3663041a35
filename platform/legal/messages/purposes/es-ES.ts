/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  name: 'Nombre legal de la firma, como lo dicen sus documentos.',
  address: 'Domicilio de la firma, donde responde ante la ley.',
  'privacy-email': 'Correo para preguntas y solicitudes sobre datos personales.',
  'privacy-officer': 'Quién responde por los datos personales: una persona o un área (encarregado en Brasil).',
  'complaints-email': 'Correo para quejas (la UNE en México, la ouvidoria en Brasil).',
  license: 'La licencia, su número y quién la dio; "none" donde no hay ninguna.',
  regulator: 'La autoridad que supervisa a la firma; "none" donde no hay ninguna.',
  'money-holder': 'Quién guarda el dinero y los valores de los clientes.',
  conflicts: 'Los conflictos de interés de la firma; "none" donde no hay ninguno.',
}

export type Purposes = typeof purposes
