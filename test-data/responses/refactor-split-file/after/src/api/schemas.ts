import { z } from "zod";

export const User = z.object({
  id: z.string(),
  name: z.string().min(1),
});
export type User = z.infer<typeof User>;

export const Team = z.object({
  id: z.string(),
  members: z.array(User),
});
export type Team = z.infer<typeof Team>;
