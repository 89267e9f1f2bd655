export const handler = async (
  event: Event,
  context: Context,
): Promise<Response> => {
  const body = parse(event.body);

  return respond(200, body);
};
