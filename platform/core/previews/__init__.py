"""Link previews: what a messenger shows of a page, with a picture drawn by the server."""
